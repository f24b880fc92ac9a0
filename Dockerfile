# The server with its rules compiled, for `docker build -t ruinous .`; how to run it: docs/hosting.md.
FROM python:3.11-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev
WORKDIR /src
COPY . .
# The versions of the lock file. Hashes are left out, because pip accepts none for the folder that is installed here.
RUN grep -oE '^[A-Za-z0-9._-]+==[^ ;\\]+' requirements/lock.txt > /constraints.txt
# What runs needs no pip and no setuptools, so the environment has neither.
RUN python -m venv --without-pip /opt/ruinous
RUN PIP_CONSTRAINT=/constraints.txt python -m pip --python /opt/ruinous/bin/python install --no-cache-dir '.[host,postgres]'
RUN /opt/ruinous/bin/ruinous --version | grep -q '(compiled)'

FROM python:3.11-slim
RUN useradd --uid 10001 --no-create-home --home-dir /data ruinous && install -d -o ruinous -g ruinous -m 700 /data
COPY --from=build /opt/ruinous /opt/ruinous
USER ruinous
WORKDIR /data
VOLUME /data
ENV PATH=/opt/ruinous/bin:$PATH PYTHONUNBUFFERED=1 \
    RUINOUS_HOST=0.0.0.0 RUINOUS_PORT=8000 RUINOUS_DATABASE=/data/ruinous.sqlite3 RUINOUS_LOG_FORMAT=json
EXPOSE 8000
HEALTHCHECK --start-period=20s CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health/ready', timeout=3)"]
CMD ["ruinous", "serve"]
